export { minor, plain } from '$lib/event/amount';
