/** Our own close code for a connection that never reached the network because the number's proxy failed. */
export const PROXY_FAILED = 591;
