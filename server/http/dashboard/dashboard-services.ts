/** What the dashboard's routes of people use beside the service itself. */
import type { Passwords } from '../../accounts/passwords.ts';
import type { Services } from '../services.ts';
import type { SignInLimiter } from './sign-in-limiter.ts';

export interface DashboardServices extends Services {
  readonly passwords: Passwords;
  readonly limiter: SignInLimiter;
}
