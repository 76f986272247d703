import type { Check } from "./check.ts";
import { alarmMailCheck } from "./checks/alarm-mail.ts";
import { bootstrapCheck } from "./checks/bootstrap.ts";
import { domainCheck } from "./checks/domain.ts";
import { mailCheck } from "./checks/mail.ts";
import { originSecretsCheck } from "./checks/origin-secrets.ts";
import { panelCheck } from "./checks/panel.ts";
import { quotaChecks } from "./checks/quotas.ts";
import { serviceRolesCheck } from "./checks/service-roles.ts";
import { settingsCheck } from "./checks/settings.ts";
import { stacksCheck } from "./checks/stacks.ts";
import { dockerCheck, nodeCheck } from "./checks/tools.ts";

/** All checks, in the order of a first deployment. */
export const ALL_CHECKS: readonly Check[] = [
  settingsCheck,
  nodeCheck,
  dockerCheck,
  bootstrapCheck,
  serviceRolesCheck,
  ...quotaChecks,
  mailCheck,
  domainCheck,
  originSecretsCheck,
  panelCheck,
  stacksCheck,
  alarmMailCheck,
];
