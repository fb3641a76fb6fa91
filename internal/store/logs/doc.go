// Package logs reads and writes the public logs: of events, and of the installation.
package logs
