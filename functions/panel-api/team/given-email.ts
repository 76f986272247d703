import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import { text } from "../../../core/contracts/text.ts";

const EMAIL_RULE = "Enter an email address, such as ana@example.com.";

/** Whether a string could be an email address. The owner confirms it later through a link. */
const SHAPE = /^[^\s@<>",;:\\()]+@[^\s@<>",;:\\()]+\.[^\s@<>",;:\\().]+$/;

/** The schema of an email address in a request. */
export const email = () => text(PANEL_LIMITS.emailMaxChars, EMAIL_RULE).trim().regex(SHAPE, EMAIL_RULE);
