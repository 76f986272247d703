/** A command that can't be carried out; the message gives the reason and what to do. */
export class AdminError extends Error {}
