/** The destination of a tunnel: an address, or a name for the proxy to resolve. */
export interface TunnelEnd {
  host: string;
  port: number;
}
