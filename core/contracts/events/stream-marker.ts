/**
 * The value of the attribute `live`, which only some items have: events of accounts that have a connection to the
 * stream of events on AWS, and connections that wait for a step.
 */
export const STREAM_MARKER = "1";

/** The stream's filter for the function that sends events to connections, in the form of `busPatterns`. */
export const STREAM_PATTERNS = [{ dynamodb: { NewImage: { live: { S: [STREAM_MARKER] } } } }];
