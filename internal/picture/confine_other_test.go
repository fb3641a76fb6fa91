//go:build !linux

package picture_test

import "errors"

func confine() error { return errors.ErrUnsupported }
