/** The network's notice for a message that it gives to a business's phone only; also our mark on such a message. */
export const HELD_BY_HOST = "hosted_unavailable_fanout";
