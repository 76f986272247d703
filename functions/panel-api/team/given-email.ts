import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import { text } from "../../../core/contracts/text.ts";

const EMAIL_RULE = "Enter an email address, such as ana@example.com.";

/** Whether it can be an address; its owner proves that it is theirs with a link. */
const SHAPE = /^[^\s@<>",;:\\()]+@[^\s@<>",;:\\()]+\.[^\s@<>",;:\\().]+$/;

/** An e-mail address of a request. */
export const email = () => text(PANEL_LIMITS.emailMaxChars, EMAIL_RULE).trim().regex(SHAPE, EMAIL_RULE);
