/** Headers that make every answer safer in a browser, whatever it is. */
export const safetyHeaders = { 'x-content-type-options': 'nosniff' } as const;
