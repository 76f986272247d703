/** Our own close code for a connection that didn't reach the network because the number's proxy failed. */
export const PROXY_FAILED = 591;
