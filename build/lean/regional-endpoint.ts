/** An AWS client's settings that decide its address, by the names its rules have for them. */
interface EndpointParams {
  Endpoint?: string;
  Region?: string;
  UseFIPS?: boolean;
  UseDualStack?: boolean;
  AccountId?: string;
  AccountIdEndpointMode?: string;
  EndpointId?: string;
}

/** Domains of regions by the beginning of their names; all others have amazonaws.com. */
const DOMAINS: readonly (readonly [prefix: string, domain: string])[] = [
  ["cn-", "amazonaws.com.cn"],
  ["eusc-", "amazonaws.eu"],
];

/** Regions of closed networks, where this gateway has never run. */
const CLOSED = /^\w+-iso[a-z]*-/;

/**
 * Finds the address of a service's region, like the client's own rules, which this replaces inside function bundles. A
 * custom address (`AWS_ENDPOINT_URL`) is used unchanged.
 * @param service the first part of the host name, e.g. `sqs`.
 * @throws one sentence for a setting that these bundles do not know.
 */
export function regionalEndpoint(service: string) {
  return (params: EndpointParams) => ({ url: addressOf(service, params), properties: {}, headers: {} });
}

function addressOf(service: string, params: EndpointParams): URL {
  if (params.UseFIPS || params.UseDualStack || params.EndpointId || params.AccountIdEndpointMode === "required") {
    throw new Error(
      "This bundle knows the plain address of a region: no FIPS, dual-stack, account or global endpoints; see build/lean/cuts.ts.",
    );
  }
  if (params.Endpoint) return new URL(params.Endpoint);
  const { Region: region } = params;
  if (!region || region === "local" || CLOSED.test(region)) {
    throw new Error(`This bundle knows no address for the region "${region}"; see build/lean/cuts.ts.`);
  }
  const domain = DOMAINS.find(([prefix]) => region.startsWith(prefix))?.[1] ?? "amazonaws.com";
  return new URL(`https://${service}.${region}.${domain}`);
}
