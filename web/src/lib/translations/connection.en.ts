export default {
	reconnecting: 'Reconnecting… What you see may be out of date.'
};
