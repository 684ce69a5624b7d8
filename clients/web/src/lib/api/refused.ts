/** A call that the referee did not carry out, or that did not reach it. */
export class Refused extends Error {
  constructor(
    /** A word of the documented lists, such as MUST_FOLLOW_SUIT; UNREACHABLE where there was no answer. */
    readonly reason: string,
    /** One sentence for people in the language asked for; may be empty. */
    override readonly message: string,
    /** Section of the rule book that says so; may be empty. */
    readonly section = "",
  ) {
    super(message);
  }
}
