/** The part of the library that we use. */
declare module 'web-push' {
  /** Encrypts and sends a message; rejects with an error that has `statusCode` if the push service refuses it. */
  function sendNotification(
    subscription: {
      readonly endpoint: string;
      readonly keys: { readonly p256dh: string; readonly auth: string };
    },
    payload: string,
    options: {
      readonly vapidDetails: {
        readonly subject: string;
        readonly publicKey: string;
        readonly privateKey: string;
      };
      /** Seconds for which the service keeps the message. */
      readonly TTL: number;
      readonly urgency: 'very-low' | 'low' | 'normal' | 'high';
      /** Milliseconds. */
      readonly timeout: number;
    },
  ): Promise<unknown>;
  const webPush: { readonly sendNotification: typeof sendNotification };
  export default webPush;
}
