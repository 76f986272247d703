/** Where files are fetched from, before the token that names one. */
export const SERVED_FROM = "/v1/files/";
