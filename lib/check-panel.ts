import { CERTIFICATE, HOST_NAME, isOriginSecret } from "./check-domain.ts";
import { type DomainSettings, FRONT_REGION, type FrontSettings, type OriginSecret } from "./domain-settings.ts";

/** The stage settings that this module validates. */
interface Panel {
  hasPanel: boolean;
  panelDomain: string | null;
  panelCertificateArn: string | null;
  panelMailFrom: string | null;
  panelOriginSecrets: readonly OriginSecret[];
  domain: DomainSettings | null;
  front: FrontSettings | null;
}

const MAKES_ONE = "`npm run origin-secret -w lib -- --for panel` creates one and prints its row";

/**
 * Finds the first mistake in a stage's panel settings. @returns the end of a sentence, or null if there is no mistake.
 */
export function faultOfPanel(panel: Panel): string | null {
  const { hasPanel, panelMailFrom: from, panelOriginSecrets: secrets } = panel;
  if (!hasPanel) return faultWithout(panel);
  if (secrets.length < 1 || secrets.length > 2) {
    return `has a panel without one or two panelOriginSecrets; ${MAKES_ONE}`;
  }
  if (!secrets.every(isOriginSecret)) return `has an invalid row in panelOriginSecrets; ${MAKES_ONE}`;
  if (from !== null && !isPlainAddress(from)) {
    return `has panelMailFrom "${from}"; it must be a plain address like no-reply@example.com`;
  }
  return faultOfName(panel);
}

/** Finds panel settings on a stage that has no panel. They would otherwise be silently ignored. */
function faultWithout(panel: Panel): string | null {
  const set = (["panelDomain", "panelCertificateArn", "panelMailFrom"] as const).find((name) => panel[name] !== null);
  const left = set ?? (panel.panelOriginSecrets.length > 0 ? "panelOriginSecrets" : undefined);
  return left === undefined ? null : `has ${left} but no panel; add hasPanel: true`;
}

function faultOfName({ panelDomain: name, panelCertificateArn: arn, domain, front }: Panel): string | null {
  if (name === null) return arn === null ? null : "has a panelCertificateArn but no panelDomain";
  if (!HOST_NAME.test(name)) return `has the panelDomain "${name}"; it must be a host name in lower case`;
  if (name === domain?.name || name === front?.originName) {
    return `has the panelDomain "${name}", which is the API's domain; the panel needs a separate name`;
  }
  if (arn === null) return `has a panelDomain but no panelCertificateArn; create a certificate in ${FRONT_REGION}`;
  return CERTIFICATE.exec(arn)?.[1] === FRONT_REGION
    ? null
    : `has a panelCertificateArn that is not an ACM certificate in ${FRONT_REGION}`;
}

/** Whether a text is a bare email address without a display name, such as no-reply@example.com. */
export const isPlainAddress = (text: string): boolean => /^[^\s@<>"*?$]+@[^\s@<>"*?$]+\.[a-z]+$/i.test(text);
