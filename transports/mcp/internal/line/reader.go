// Package line knows streams of lines: one who reads them, however long the next
// may be, and one who writes them for many at once, in few writes; and how a
// Read or a Write that waits is ended. What a line says it does not know.
package line

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"time"
)

// A Reader reads a stream line by line.
type Reader struct {
	from  *bufio.Reader
	limit int // bytes that a line may have
}

// ErrTooLong stands for a line that was skipped; the next one can be read.
var ErrTooLong = errors.New("mcp: a line is too long")

// NewReader reads lines of up to limit bytes.
func NewReader(from io.Reader, limit int) *Reader {
	return &Reader{bufio.NewReaderSize(from, 64<<10), limit}
}

// Next returns a line without its end and without a byte order mark. It is the
// caller's to keep. The last line needs no end.
func (l *Reader) Next() ([]byte, error) {
	part, err := l.from.ReadSlice('\n')
	line := trimmed(part)
	if errors.Is(err, bufio.ErrBufferFull) {
		line, err = l.long(part)
	} else if len(line) > 0 {
		line = bytes.Clone(line)
	}
	if errors.Is(err, io.EOF) && len(line) > 0 {
		return line, nil // the next one says so again
	}
	return line, err
}

// Empty reports whether nothing more has come yet.
func (l *Reader) Empty() bool { return l.from.Buffered() == 0 }

// long reads the rest of a line that begins with part.
func (l *Reader) long(part []byte) (line []byte, err error) {
	line = bytes.Clone(part)
	err = bufio.ErrBufferFull
	over := false
	for errors.Is(err, bufio.ErrBufferFull) {
		part, err = l.from.ReadSlice('\n')
		// To its end even when it is too long, of which nothing is kept.
		if over = over || len(line)+len(part) > l.limit+len("\r\n"); over {
			line = nil
		} else {
			line = append(line, part...)
		}
	}
	line = trimmed(line)
	if (over || len(line) > l.limit) && (err == nil || errors.Is(err, io.EOF)) {
		return nil, ErrTooLong
	}
	return line, err
}

var byteOrderMark = []byte("\xEF\xBB\xBF")

func trimmed(line []byte) []byte {
	return bytes.Trim(bytes.TrimPrefix(line, byteOrderMark), " \t\r\n")
}

// Halt ends a Read that waits. It reports false when it cannot.
func Halt(in io.Reader) bool {
	if limited, ok := in.(interface{ SetReadDeadline(time.Time) error }); ok && limited.SetReadDeadline(time.Unix(1, 0)) == nil {
		return true
	}
	return shut(in)
}

// shut closes a stream whose Close ends what waits on it: that of a file that
// takes no deadline does not.
func shut(stream any) bool {
	if _, file := stream.(*os.File); file {
		return false
	}
	closer, ok := stream.(io.Closer)
	return ok && closer.Close() == nil
}
