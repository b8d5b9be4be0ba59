// Tests: server/http/admission/request-limiter.test.ts.
/** The path of the endpoint that takes events. */
export const eventsPath = '/api/v1/events';
