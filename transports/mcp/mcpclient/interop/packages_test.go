package interop_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// packages is the folder of what the lock file in a folder of testdata names.
// npm fetches it into the user's cache, once for each lock file; proof is a path
// that is among it then. The error is the reason why it cannot be had here.
func packages(name, proof string) (modules string, err error) {
	if _, err := exec.LookPath("npm"); err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	lock, err := os.ReadFile(filepath.Join("testdata", name, "package-lock.json"))
	if err != nil {
		return "", err
	}
	home := filepath.Join(cache, "benzene-ci", fmt.Sprintf("%s-%.8x", name, sha256.Sum256(lock)))
	return filepath.Join(home, "node_modules"), install(name, home, proof)
}

// install fetches into a folder beside home and renames it, so that what is at
// home is whole, whoever else is doing the same.
func install(name, home, proof string) error {
	if _, err := os.Stat(home); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(home), 0o755); err != nil {
		return err
	}
	folder, err := os.MkdirTemp(filepath.Dir(home), name+"-new-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }() // renamed, or of no use
	for _, file := range []string{"package.json", "package-lock.json"} {
		if err := copyFile(filepath.Join(folder, file), filepath.Join("testdata", name, file)); err != nil {
			return err
		}
	}
	npm := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1")
	npm.Dir = folder
	if said, err := npm.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci: %w: %s", err, said)
	}
	if _, err := os.Stat(filepath.Join(folder, "node_modules", proof)); err != nil {
		return fmt.Errorf("npm has not fetched it: %w", err) // it passes over what is optional
	}
	if err := os.Rename(folder, home); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	return nil
}

func copyFile(to, from string) error {
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, b, 0o644)
}
