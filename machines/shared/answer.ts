/** Params of a guard or an action: what the actor that is done gave back. */
export function answerOf<T>({ event }: { readonly event: { readonly output: T } }): T {
  return event.output;
}
