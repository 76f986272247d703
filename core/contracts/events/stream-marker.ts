/**
 * The value of the `live` attribute. Only two kinds of items have it: events of accounts with an open event stream
 * connection on AWS, and connections that are due for a step.
 */
export const STREAM_MARKER = "1";

/** The stream filter for the function that sends events to connections, in the same form as `busPatterns`. */
export const STREAM_PATTERNS = [{ dynamodb: { NewImage: { live: { S: [STREAM_MARKER] } } } }];
