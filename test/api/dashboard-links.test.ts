/**
 * Goal: a link that was made for somebody opens nothing once its time is over, or once what it was for is done. Method:
 * links made beside a running service, as its command line makes them, with the clock a test needs.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { createInvitation, type Invited } from '../../server/accounts/invitations.ts';
import { createPasswordLink } from '../../server/accounts/password-links.ts';
import { createSystemClock } from '../../server/clock.ts';
import {
  goodPassword,
  newVisitor,
  setUpOperator,
  signInAs,
  type Visitor,
} from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { useService } from '../support/use-service.ts';

const clock = createSystemClock();
const dayMicros = 24 * 3_600 * 1_000_000;

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useService(engine);
    let operator: Visitor;
    before(async () => {
      operator = await setUpOperator(service.current());
    });

    /** A link that was made so many days ago. */
    async function linkOfAge(invited: Invited, days: number): Promise<string> {
      const then = { ...clock, nowMicros: () => clock.nowMicros() - days * dayMicros };
      const { token, invitation } = createInvitation(invited, then);
      await service.current().storage.accounts.write((writer) => writer.insertInvitation(invitation));
      return token;
    }

    test('an invitation opens through its last day', async () => {
      const { store } = await service.createStore();
      const invited = { kind: 'member', storeId: store.id, role: 'viewer' } as const;
      const good = await linkOfAge(
        { ...invited, email: 'in-time@shop.example' },
        limits.invitationDays - 0.5,
      );
      const late = await linkOfAge({ ...invited, email: 'late@shop.example' }, limits.invitationDays + 0.5);
      const visitor = newVisitor(service);
      const person = { name: 'Some Body', password: goodPassword };
      assert.equal((await visitor.call('GET', `/invitations/${good}`)).status, 200);
      expectError(await visitor.call('GET', `/invitations/${late}`), 'not_found');
      expectError(await visitor.call('POST', `/invitations/${late}`, person), 'not_found');
      assert.equal((await visitor.call('POST', `/invitations/${good}`, person)).status, 200);
    });

    test('a changed password ends the links to a new one', async () => {
      const { token } = await createPasswordLink(service.current().storage, clock, 'ada@shop.example');
      const changed = await operator.call('PATCH', '/account', {
        current_password: goodPassword,
        new_password: `${goodPassword} again`,
      });
      assert.equal(changed.status, 200, changed.text);
      const visitor = newVisitor(service);
      const stolen = await visitor.call('POST', `/invitations/${token}`, { password: 'a thief was here' });
      expectError(stolen, 'not_found');
      await signInAs(service, 'ada@shop.example', `${goodPassword} again`);
    });
  });
}
