/**
 * The calls of the dashboard, all under /dashboard/api: for people who are signed in, never for keys. They are no part of the public
 * API, so its document leaves them out, and they may change with the dashboard. It answers nothing itself. A route here without a
 * declared role fails at start. Rates and sizes are those of each route.
 */
// Tests: test/api/dashboard-store.test.ts.
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import type { FindSignedIn } from './member.ts';
import { fileRoutes } from './routes/files.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { secondFactorRoutes } from './routes/second-factor.ts';
import { sessionRoutes } from './routes/session.ts';
import { setupRoutes } from './routes/setup.ts';
import { storeRoutes } from './routes/stores.ts';
import { dashboardWidgetRoutes } from './routes/widget.ts';
import { createSignInLimiter } from './sign-in-limiter.ts';

/** Registers every route of the dashboard. */
export function dashboardRoutes(app: FastifyInstance, services: Services, findSignedIn: FindSignedIn): void {
  const own = { ...services, findSignedIn, limiter: createSignInLimiter(services) };
  sessionRoutes(app, own);
  secondFactorRoutes(app, own);
  setupRoutes(app, own);
  invitationRoutes(app, own);
  storeRoutes(app, own);
  fileRoutes(app, services);
  dashboardWidgetRoutes(app, own);
}
