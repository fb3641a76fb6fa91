package joins

// SaltBy has salts come from elsewhere than the system's randomness: for simulations, which
// are played again from a seed. It is not for use while somebody joins.
func (w *Writer) SaltBy(random func([]byte)) { w.salts = random }

// salted gives the requests of a batch the salts of a simulation.
func (w *Writer) salted(list []request) {
	if w.salts == nil {
		return
	}
	for i := range list {
		w.salts(list[i].salt[:])
	}
}
