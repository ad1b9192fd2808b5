-- What two accounts of one team may share besides a device and a payout method.
alter table team_flag drop constraint team_flag_reason_check;
alter table team_flag add constraint team_flag_reason_check
  check (reason in ('same_device', 'same_payment', 'same_person'));
