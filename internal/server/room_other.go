//go:build !linux && !darwin

package server

// RoomIn is how much room there is in a folder.
func RoomIn(string) (r Room, known bool) { return Room{}, false }
