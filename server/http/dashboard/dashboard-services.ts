/** What the dashboard's routes of people use beside the service itself. */
import type { Services } from '../services.ts';
import type { FindSignedIn } from './member.ts';
import type { SignInLimiter } from './sign-in-limiter.ts';

export interface DashboardServices extends Services {
  readonly limiter: SignInLimiter;
  readonly findSignedIn: FindSignedIn;
}
