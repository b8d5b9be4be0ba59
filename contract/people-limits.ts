// Tests: test/api/dashboard-sessions.test.ts, test/api/limits.test.ts.
/**
 * Limits of what people send about themselves, and of their sessions; a part of `limits`. Lengths count code points. A text beyond
 * its length is 422, which names the field.
 */
export const peopleLimits = {
  emailMaxLength: 254,
  /** Code points of a new password, at least. Old passwords are only compared. */
  passwordMinLength: 10,
  passwordMaxLength: 200,
  /** A session ends after `sessionIdleDays` without a call, and after `sessionMaxDays` in any case. */
  sessionIdleDays: 7,
  sessionMaxDays: 30,
  /**
   * A session's token is replaced by the first call after `sessionRotationHours`; the old one works for
   * `sessionGraceSeconds` more.
   */
  sessionRotationHours: 24,
  sessionGraceSeconds: 60,
  /** The least pause between two writes of the time at which a session was last used. */
  sessionTouchSeconds: 60,
  /** Recovery codes of a second factor; each works once. Chosen, as most services do. */
  recoveryCodes: 10,
  /** Days for which the link of an invitation works. */
  invitationDays: 7,
} as const;
