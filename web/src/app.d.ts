declare global {
	namespace App {
		interface Error {
			message: string;
			code?: string;
		}
		interface PageData {
			/** The page brings its own frame: no header, no footer. */
			bare?: boolean;
		}
	}
}

export {};
