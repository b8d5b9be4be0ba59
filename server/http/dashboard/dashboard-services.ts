/** The services of routes for people: those of the service, with sign-in. */
// Tests: test/api/dashboard-store.test.ts.

/** The service, with the limits and sessions of signing in. */
import type { Services } from '../services.ts';
import type { FindSignedIn } from './member.ts';
import type { SignInLimiter } from './sign-in-limiter.ts';

export interface DashboardServices extends Services {
  readonly limiter: SignInLimiter;
  readonly findSignedIn: FindSignedIn;
}
