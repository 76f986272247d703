/** An instance, its account, and the fence with which this ownership began: every write of the owner is conditional on it. */
export interface Owner {
  account_id: string;
  instance_id: string;
  fence: number;
}
