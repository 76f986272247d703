/** Words for linking a number whose owner must sign with a passkey. */
export const words = {
  title: "The owner's passkey is needed",
  off: "The network asks for the owner's passkey to link this number. Passing it on is switched off here; your operator can switch it on. Or link another number.",
  scanFirst:
    "The network asks for the owner's passkey to link this number. Scan the code below once more; then you can sign.",
  why: "The phone was found, but the network also asks for the owner's passkey. It only accepts one that is used on its own web page, so sign there and paste the result here.",
  step1: "On a computer, open the messenger's web page in another tab, and there the browser's console (F12).",
  step2: "Paste this command and confirm with the passkey. The result is on the clipboard then.",
  step3: "Paste the result here.",
  command: "Command",
  signature: "Signature",
  give: "Send the signature",
  until: "This works until {time}. After that, scan a new code.",
  sentTitle: "Signature accepted",
  sent: "The number is being linked. This takes a few seconds.",
  sentCode: "The number is being linked. If the phone shows a code, make sure that it is {code}.",
} as const;
