/** The destination of a tunnel: a name, which the proxy looks up, or an address. */
export interface TunnelEnd {
  host: string;
  port: number;
}
