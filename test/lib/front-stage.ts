/** Returns the settings of a front with a domain, as an operator might configure them for each of several stages. */
export const frontOf = (stage: string) => ({
  domain: { name: `api-${stage}.example.com`, hostedZoneId: "Z0123456789ABC", hostedZoneName: "example.com" },
  front: {
    originName: `origin-${stage}.example.com`,
    originSecrets: [{ name: `messaging-gateway-${stage}-origin-1`, sha256: "ab".repeat(32) }],
    requestsPer5Min: 10_000,
    takesOver: true,
  },
});
