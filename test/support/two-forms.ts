/** Numbers from the countries with two forms: first as their owners write them, then as the network uses them. */
export const TWO_FORMS = [
  ["5511987654321", "551187654321"],
  ["553187654321", "5531987654321"],
  ["525512345678", "5215512345678"],
  ["5216641234567", "526641234567"],
  ["543414123456", "5493414123456"],
  ["5492954412345", "542954412345"],
] as const;
