/** The network's notice for a message that only a business's phone gets; also our mark on such a message. */
export const HELD_BY_HOST = "hosted_unavailable_fanout";
