/**
 * The parts of the pipeline thread that send mails of alerts: by the mail server of the settings, with links to the address of the
 * service. Links are looked up for each mail, since another process of this data folder may answer requests. It sends nothing itself.
 */
// Tests: test/scenarios/alert-mails.test.ts.
import { createSendMail } from '../../outbound/mail.ts';
import { knownOrigin } from '../../process/service-address.ts';
import type { DeliveryEnvironment } from '../../resources/webhooks/deliver.ts';
import type { PipelineThreadData } from './pipeline-methods.ts';

/** Null where no mail server is set. */
export function createMailParts(
  mail: PipelineThreadData['mail'],
): NonNullable<DeliveryEnvironment['mail']> | null {
  return mail === null ? null : { send: createSendMail(mail), origin: () => knownOrigin(mail) };
}
