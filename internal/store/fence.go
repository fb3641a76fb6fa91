package store

// versionFence is the condition on the update of the event's row that stops a
// writer whose state is stale: whatever let it come so far, its batch was
// decided on what is no longer true.
const versionFence = " and version = $15"
