// Package site serves the web app: its files, and the shell that every page of
// it begins with.
//
// A page is the shell with what the server has to say about it: title and
// meta data in its head, its content in its body, and what the app would ask for first
// as JSON. The package knows nothing of events
// or people; package page says what a page is about.
//
// Names of built files hold their content, so browsers keep them for good; the
// shell is small and never kept. Its one inline script, the app's bootstrap, is
// named in the policy by its hash. A binary that was built without the app
// serves a page that says so.
package site
