/**
 * The network's notice for a message that is delivered only to a business's phone; also our own mark on such a message.
 */
export const HELD_BY_HOST = "hosted_unavailable_fanout";
