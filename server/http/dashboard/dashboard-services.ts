// Tests: test/api/dashboard-store.test.ts.
import type { Services } from '../services.ts';
import type { FindSignedIn } from './member.ts';
import type { SignInLimiter } from './sign-in-limiter.ts';

/** The parts that routes for people need: those of the service, the limit of tries to sign in, and the sessions. */
export interface DashboardServices extends Services {
  readonly limiter: SignInLimiter;
  readonly findSignedIn: FindSignedIn;
}
