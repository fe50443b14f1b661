import { OwnMap } from '../../base/intrinsics/ownMap';

/**
 * Parents that are not on the stack of open slices: a slice that begins after an `await` is a part of
 * the asynchronous slice whose code continues, although that slice is on a lane. Below it on the stack
 * is another slice, or none.
 */
export class AsyncParents {
  /** The newest slice on a lane whose code may go on, or -1: only slices below it look here. */
  newestBody = -1;
  /** The newest open slice with a parent on a lane, or -1. */
  newestAdopted = -1;
  private readonly stackBelow = new OwnMap<number, number>();
  private bodyAround: () => number = () => -1;

  /** Has `bodyAround` tell the slice on a lane whose code is running, or -1. */
  askOf(bodyAround: () => number): void {
    this.bodyAround = bodyAround;
  }

  /** The running slice: `top`, the innermost slice on the stack, or a later one on a lane. */
  cause(top: number): number {
    if (top >= this.newestBody) return top;
    const around = this.bodyAround();
    return around > top ? around : top;
  }

  /** The parent of the new slice `token`, which comes onto the stack above `top`. */
  adopt(token: number, top: number): number {
    const body = this.bodyAround();
    if (body <= top) return top;
    this.stackBelow.set(token, top);
    this.newestAdopted = token;
    return body;
  }

  /** The slice below `token` on the stack if that is not its parent; else undefined. */
  below(token: number): number | undefined {
    return this.stackBelow.get(token);
  }

  /** `token` leaves the stack. */
  forget(token: number): void {
    if (!this.stackBelow.delete(token)) return;
    this.newestAdopted = -1;
    this.stackBelow.forEach((_below, adopted) => {
      if (adopted > this.newestAdopted) this.newestAdopted = adopted;
    });
  }

  /** Forgets all. */
  clear(): void {
    this.newestBody = -1;
    this.newestAdopted = -1;
    this.stackBelow.clear();
  }
}
