/** Secrets of this installation: from the environment or made at first start and kept in `server_facts`. */
export interface Keys {
  /** Key of the HMAC over one-time codes. */
  readonly otp: string;
  /** Key of the HMAC over gateway notifications. */
  readonly webhook: string;
  /** Ed25519 pair that signs ticket codes, PEM. */
  readonly ticketPrivate: string;
  readonly ticketPublic: string;
}
