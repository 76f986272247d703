/** Words for linking a number whose owner has to sign with a passkey. */
export const words = {
  title: "The owner's passkey is needed",
  off: "The network requires the owner's passkey to link this number. Signing with a passkey is turned off here, but your service operator can turn it on. Alternatively, you can link another number.",
  scanFirst:
    "The network requires the owner's passkey to link this number. Scan the code below once more, and then you can sign.",
  why: "The phone was found, but the network also requires the owner's passkey. It only accepts a passkey used on its own web page, so sign there and paste the result here.",
  step1: "On a computer, open WhatsApp Web in another tab, then open the browser console there (F12).",
  step2: "Paste this command and confirm with the passkey. The result is copied to your clipboard.",
  step3: "Paste the result here.",
  command: "Command",
  signature: "Signature",
  give: "Send signature",
  until: "You can sign until {time}. After that, you'll have to scan a new code.",
  sentTitle: "Signature accepted",
  sent: "The number is being linked. This takes a few seconds.",
  sentCode: "The number is being linked. If the phone shows a code, make sure it is {code}.",
} as const;
