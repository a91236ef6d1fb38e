/** Moves things smoothly, and says when there is nothing left to move. */
import type { Vector3 } from 'three';
import { type Object3D } from 'three';

interface Flight {
  readonly from: Vector3;
  readonly to: Vector3;
  readonly fromSize: number;
  readonly toSize: number;
  readonly lift: number;
  readonly begins: number;
  readonly lasts: number;
}

export class Motion {
  private readonly flights = new Map<Object3D, Flight>();

  /** Sends an object somewhere; `lift` is how high the arc goes. Without `lasts` it is there at once. */
  send(
    object: Object3D,
    to: Vector3,
    size: number,
    lift: number,
    lasts: number,
    now: number,
  ): void {
    const going = this.flights.get(object);
    if ((going?.to ?? object.position).distanceToSquared(to) < 1e-8) return;
    if (lasts <= 0) {
      this.flights.delete(object);
      object.position.copy(to);
      object.scale.setScalar(size);
      return;
    }
    this.flights.set(object, {
      from: object.position.clone(),
      to: to.clone(),
      fromSize: object.scale.x,
      toSize: size,
      lift,
      begins: now,
      lasts,
    });
  }

  /** Moves everything to where it is at this time; false once all have arrived. */
  advance(now: number): boolean {
    for (const [object, flight] of this.flights) {
      const part = Math.min(1, (now - flight.begins) / flight.lasts);
      const eased = part < 0.5 ? 4 * part ** 3 : 1 - (-2 * part + 2) ** 3 / 2;
      object.position.lerpVectors(flight.from, flight.to, eased);
      object.position.y += flight.lift * 4 * eased * (1 - eased);
      object.scale.setScalar(flight.fromSize + (flight.toSize - flight.fromSize) * eased);
      if (part === 1) this.flights.delete(object);
    }
    return this.flights.size > 0;
  }

  get idle(): boolean {
    return this.flights.size === 0;
  }
}
