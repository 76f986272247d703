/**
 * The value of the attribute `live`. Only two kinds of items have it: events of accounts with an open connection to the
 * stream of events on AWS, and connections that wait for a step.
 */
export const STREAM_MARKER = "1";

/** The stream's filter for the function that sends events to connections, in the same form as `busPatterns`. */
export const STREAM_PATTERNS = [{ dynamodb: { NewImage: { live: { S: [STREAM_MARKER] } } } }];
