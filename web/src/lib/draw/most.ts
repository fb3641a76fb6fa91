/** The most entrants of a draw that a browser checks: a room of 14 million is for programs. */
export const MOST = 2_000_000;
