/// <reference path="./web-push.d.ts" />
import type { PushSubscriptionData, TurnPush } from '../../contract/push.ts';
import type { PushSettings } from '../config/push.ts';

/** Milliseconds after which a push service counts as away. */
const timeoutMs = 10_000;

/** Sends notifications to browsers through their push services (RFC 8030, 8291). */
export interface Push {
  /**
   * Sends one notification, which the service drops after `seconds`. Rejects when the service refuses it or does not respond; nobody repeats
   * it, because the e-mail follows.
   */
  send(to: PushSubscriptionData, message: TurnPush, seconds: number): Promise<void>;
}

/** The sender with the keys of the settings; null without them. */
export function createPush(settings: PushSettings | null): Push | null {
  if (settings === null) return null;
  const vapidDetails = {
    subject: settings.contact,
    publicKey: settings.publicKey,
    privateKey: settings.privateKey,
  };
  return {
    async send({ endpoint, p256dh, auth }, message, seconds) {
      // Loaded by the first notification: most installations send none.
      const { default: webPush } = await import('web-push');
      await webPush.sendNotification(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        { vapidDetails, TTL: seconds, urgency: 'high', timeout: timeoutMs },
      );
    },
  };
}
