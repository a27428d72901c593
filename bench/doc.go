// Bench compares what a message costs here with hand-written code that does
// the same work, and with the libraries that one would otherwise take: decode
// and validate {"id":"ord-42"}, look an order of seven fields and two lines up,
// encode it; in one scenario, place such an order. Every answer is checked
// before and after it is timed; a wrong one ends the run and names who gave it.
//
//	go run ./bench                                  # 48 interleaved rounds of 40 ms
//	go run ./bench -short                           # a smoke test of every contender
//	go run ./bench -only "mcp, stdio round trip"    # one scenario
//
// What it prints are ratios within one run on one machine; absolute times move
// with the machine and are only there to size things by.
package main
