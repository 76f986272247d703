/**
 * The network's marker for a message that is delivered only to a business's phone. We also use it to mark such
 * messages.
 */
export const HELD_BY_HOST = "hosted_unavailable_fanout";
