/** The settings that determine an AWS client's endpoint, named as in the client's rules. */
interface EndpointParams {
  Endpoint?: string;
  Region?: string;
  UseFIPS?: boolean;
  UseDualStack?: boolean;
  AccountId?: string;
  AccountIdEndpointMode?: string;
  EndpointId?: string;
}

/** The domains of AWS regions, by prefix of the region's name. All other regions use amazonaws.com. */
const DOMAINS: readonly (readonly [prefix: string, domain: string])[] = [
  ["cn-", "amazonaws.com.cn"],
  ["eusc-", "amazonaws.eu"],
];

/** Matches regions in isolated networks, where this gateway has never run. */
const CLOSED = /^\w+-iso[a-z]*-/;

/**
 * Determines a service's regional endpoint. In function bundles, this replaces the client's own rules and produces the
 * same result. A custom endpoint (`AWS_ENDPOINT_URL`) is used unchanged.
 * @param service the first part of the host name, e.g. `sqs`.
 * @throws a one-sentence error for a setting that the bundles don't support.
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
