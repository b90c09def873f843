/** A UUID with its dashes. */
export type Uuid = string;
/** A calendar day, `YYYY-MM-DD`. */
export type DateText = string;
/** An instant in UTC, ISO 8601 with a `Z`. */
export type Instant = string;
/** A decimal as text, with two decimals in every answer: exact, where a number would not be. See `decimal`. */
export type DecimalText = string;
/** A field to order a list by; with `-` before it, descending. */
export type Ordering<Field extends string> = Field | `-${Field}`;
/** One page of a list; `next` and `previous` are REST addresses, null where there is no such page. */
export type Page<Row> = {
    count: number;
    next: string | null;
    previous: string | null;
    results: Row[];
};
export type CallOptions = {
    /** Gives the call up: it rejects with a `CoverageError` whose `aborted` is true. */
    signal?: AbortSignal | undefined;
};
export type Role = 'ADMIN' | 'MANAGER' | 'SUPERVISOR' | 'VIEWER' | 'EMPLOYEE';
export type EmployeeStatus = 'ONBOARDING' | 'ACTIVE' | 'PROPOSAL_PENDING' | 'ON_LEAVE' | 'DEACTIVATED' | 'TERMINATED';
export type EmployeeTransition = 'activate' | 'propose' | 'accept_proposal' | 'reject_proposal' | 'cancel_proposal' | 'force_accept_proposal' | 'go_on_leave' | 'return_from_leave' | 'deactivate' | 'reactivate' | 'terminate' | 'rehire';
export type ProposalType = 'ASSIGNMENT' | 'TRANSFER';
export type AssignmentStatus = 'ACTIVE' | 'SUSPENDED' | 'ENDED';
export type AssignmentTransition = 'suspend' | 'resume' | 'end';
export type EndReason = 'RESIGNATION' | 'TRANSFER' | 'POSITION_CLOSED' | 'TERMINATED' | 'OTHER';
export type TagCategory = 'CONTRACT' | 'QUALIFICATION' | 'EXCEPTION' | 'CERTIFICATION';
export type EmployeeTagStatus = 'ACTIVE' | 'EXPIRED' | 'REVOKED';
export type TagChangeAction = 'ASSIGNED' | 'REMOVED' | 'REVOKED' | 'EXPIRED' | 'MODIFIED';
export type UnitType = 'CLINIC' | 'DEPARTMENT' | 'SERVICE' | 'UNIT';
export type CoverageState = 'VACANT' | 'PARTIAL' | 'COVERED' | 'OVER_COVERED';
export type BalanceState = 'DEFICIT' | 'BALANCED' | 'SURPLUS';
export type RuleCode = 'MAX_WEEKLY_HOURS' | 'DUPLICATE_ASSIGNMENT' | 'EMPLOYEE_TERMINATED' | 'TAG_REQUIREMENT_MISMATCH' | 'MAX_CONSECUTIVE_SHIFTS' | 'COVERAGE_EXCEEDED' | 'CONTRACT_NEAR_EXPIRY';
export type Severity = 'BLOCKING' | 'WARNING' | 'INFO';
export type EmployeesListInput = {
    page?: number | undefined;
    page_size?: number | undefined;
    ordering?: Ordering<'last_name' | 'first_name' | 'employee_number' | 'email' | 'document_number' | 'status' | 'date_of_birth' | 'hire_date' | 'termination_date' | 'leave_started_at' | 'photo' | 'created_at' | 'updated_at' | 'id'> | undefined;
    status?: EmployeeStatus | undefined;
    search?: string | undefined;
};
export type EmployeeRow = {
    id: Uuid;
    employee_number: string;
    first_name: string;
    last_name: string;
    email: string;
    status: EmployeeStatus;
    hire_date: DateText | null;
    photo: string | null;
    created_at: Instant;
};
export type EmployeesCreateInput = {
    employee_number: string;
    first_name: string;
    last_name: string;
    email: string;
    document_number?: string | undefined;
    date_of_birth?: DateText | null | undefined;
    hire_date?: DateText | null | undefined;
    photo?: string | null | undefined;
};
export type EmployeeDetail = {
    id: Uuid;
    employee_number: string;
    first_name: string;
    last_name: string;
    email: string;
    status: EmployeeStatus;
    hire_date: DateText | null;
    photo: string | null;
    created_at: Instant;
    document_number: string;
    date_of_birth: DateText | null;
    termination_date: DateText | null;
    leave_started_at: Instant | null;
    current_proposal: {
        proposal_type: ProposalType;
        notes: string;
        expires_at: Instant | null;
        previous_status: EmployeeStatus;
    } | null;
    updated_at: Instant;
};
export type EmployeesUpdateInput = {
    employee_number?: string | undefined;
    first_name?: string | undefined;
    last_name?: string | undefined;
    email?: string | undefined;
    document_number?: string | undefined;
    date_of_birth?: DateText | null | undefined;
    hire_date?: DateText | null | undefined;
    photo?: string | null | undefined;
    id: Uuid;
};
export type EmployeesProposeInput = {
    id: Uuid;
    proposal_type: ProposalType;
    notes?: string | undefined;
    expires_in_days?: number | undefined;
};
export type EmployeesTransitionsInput = {
    page?: number | undefined;
    page_size?: number | undefined;
    ordering?: Ordering<'created_at' | 'employee' | 'actor' | 'transition' | 'from_status' | 'to_status' | 'reason' | 'id'> | undefined;
    id: Uuid;
};
export type OwnTransition = {
    id: number;
    from_status: string;
    to_status: string;
    transition: string;
    actor: Uuid | null;
    reason: string;
    metadata: Record<string, unknown>;
    created_at: Instant;
    actor_email: string | null;
};
export type TransitionsListInput = {
    page?: number | undefined;
    page_size?: number | undefined;
    ordering?: Ordering<'created_at' | 'employee' | 'actor' | 'transition' | 'from_status' | 'to_status' | 'reason' | 'id'> | undefined;
    search?: string | undefined;
    transition?: 'activate' | 'propose' | 'accept_proposal' | 'reject_proposal' | 'cancel_proposal' | 'force_accept_proposal' | 'go_on_leave' | 'return_from_leave' | 'deactivate' | 'reactivate' | 'terminate' | 'rehire' | 'expire_proposal' | 'suspend' | 'resume' | 'end' | undefined;
    from_status?: 'ONBOARDING' | 'ACTIVE' | 'PROPOSAL_PENDING' | 'ON_LEAVE' | 'DEACTIVATED' | 'TERMINATED' | 'SUSPENDED' | 'ENDED' | undefined;
    to_status?: 'ONBOARDING' | 'ACTIVE' | 'PROPOSAL_PENDING' | 'ON_LEAVE' | 'DEACTIVATED' | 'TERMINATED' | 'SUSPENDED' | 'ENDED' | undefined;
    employee?: Uuid | undefined;
    date_from?: DateText | undefined;
    date_to?: DateText | undefined;
    exclude_admin_actors?: boolean | undefined;
};
export type Transition = {
    id: number;
    from_status: string;
    to_status: string;
    transition: string;
    actor: Uuid | null;
    reason: string;
    metadata: Record<string, unknown>;
    created_at: Instant;
    employee: Uuid;
    employee_name: string;
    employee_number: string;
    actor_name: string;
};
export type TagChangeLogsListInput = {
    page?: number | undefined;
    page_size?: number | undefined;
    ordering?: Ordering<'created_at' | 'employee' | 'tag' | 'action' | 'actor' | 'reason' | 'id'> | undefined;
    search?: string | undefined;
    employee?: Uuid | undefined;
    tag?: Uuid | undefined;
    action?: TagChangeAction | undefined;
    date_from?: DateText | undefined;
    date_to?: DateText | undefined;
};
export type TagChange = {
    id: number;
    employee: Uuid;
    employee_name: string;
    employee_number: string;
    tag: Uuid;
    tag_name: string;
    tag_display_name: string;
    tag_category: TagCategory;
    action: TagChangeAction;
    actor: Uuid | null;
    actor_name: string;
    reason: string;
    created_at: Instant;
};
export type TagsListInput = {
    page?: number | undefined;
    page_size?: number | undefined;
    ordering?: Ordering<'name' | 'display_name' | 'category' | 'hours_delta' | 'description' | 'is_active' | 'created_at' | 'updated_at' | 'id'> | undefined;
};
export type Tag = {
    id: Uuid;
    name: string;
    display_name: string;
    category: TagCategory;
    hours_delta: DecimalText;
    description: string;
    is_active: boolean;
    created_at: Instant;
    updated_at: Instant;
};
export type TagsCreateInput = {
    name: string;
    display_name: string;
    category: TagCategory;
    hours_delta?: DecimalText | undefined;
    description?: string | undefined;
    is_active?: boolean | undefined;
};
export type TagsUpdateInput = {
    name?: string | undefined;
    display_name?: string | undefined;
    category?: TagCategory | undefined;
    hours_delta?: DecimalText | undefined;
    description?: string | undefined;
    is_active?: boolean | undefined;
    id: Uuid;
};
export type EmployeeTagsListInput = {
    page?: number | undefined;
    page_size?: number | undefined;
    ordering?: Ordering<'created_at' | 'employee' | 'tag' | 'start_date' | 'end_date' | 'status' | 'id'> | undefined;
    employee_id?: Uuid | undefined;
    category?: TagCategory | undefined;
    status?: EmployeeTagStatus | undefined;
};
export type EmployeeTag = {
    id: Uuid;
    employee: Uuid;
    tag: Uuid;
    tag_name: string;
    tag_display_name: string;
    tag_category: TagCategory;
    hours_delta: DecimalText;
    start_date: DateText;
    end_date: DateText | null;
    status: EmployeeTagStatus;
    created_at: Instant;
};
export type EmployeeTagsCreateInput = {
    employee: Uuid;
    tag: Uuid;
    start_date: DateText;
    end_date?: DateText | null | undefined;
};
export type EmployeeTagsUpdateInput = {
    id: Uuid;
    employee?: Uuid | undefined;
    tag?: Uuid | undefined;
    start_date?: DateText | undefined;
    end_date?: DateText | null | undefined;
    status?: EmployeeTagStatus | undefined;
    reason?: string | undefined;
};
export type PositionTagsListInput = {
    page?: number | undefined;
    page_size?: number | undefined;
    ordering?: Ordering<'created_at' | 'position' | 'tag' | 'is_mandatory' | 'id'> | undefined;
    position_id?: Uuid | undefined;
};
export type PositionTag = {
    id: Uuid;
    position: Uuid;
    tag: Uuid;
    tag_name: string;
    tag_display_name: string;
    tag_category: TagCategory;
    is_mandatory: boolean;
    created_at: Instant;
};
export type PositionTagsCreateInput = {
    position: Uuid;
    tag: Uuid;
    is_mandatory?: boolean | undefined;
};
export type PositionTagsUpdateInput = {
    id: Uuid;
    position?: Uuid | undefined;
    tag?: Uuid | undefined;
    is_mandatory?: boolean | undefined;
};
export type OrgUnitsListInput = {
    page?: number | undefined;
    page_size?: number | undefined;
    ordering?: Ordering<'sort_order' | 'parent_id' | 'unit_type' | 'code' | 'name' | 'short_name' | 'is_active' | 'is_management' | 'max_weekly_hours' | 'created_at' | 'updated_at' | 'id'> | undefined;
    unit_type?: UnitType | undefined;
    is_active?: boolean | undefined;
    parent_id?: Uuid | undefined;
    search?: string | undefined;
};
export type OrgUnitRow = {
    id: Uuid;
    parent_id: Uuid | null;
    unit_type: UnitType;
    code: string;
    name: string;
    short_name: string;
    is_active: boolean;
    is_management: boolean;
    sort_order: number;
    max_weekly_hours: DecimalText | null;
    position_count: number;
    created_at: Instant;
    updated_at: Instant;
};
export type OrgUnitsCreateInput = {
    parent_id?: Uuid | null | undefined;
    unit_type: UnitType;
    code: string;
    name: string;
    short_name?: string | undefined;
    sort_order?: number | undefined;
    is_active?: boolean | undefined;
    max_weekly_hours?: DecimalText | null | undefined;
};
export type OrgUnitDetail = {
    id: Uuid;
    parent_id: Uuid | null;
    unit_type: UnitType;
    code: string;
    name: string;
    short_name: string;
    is_active: boolean;
    is_management: boolean;
    sort_order: number;
    max_weekly_hours: DecimalText | null;
    position_count: number;
    created_at: Instant;
    updated_at: Instant;
    children_count: number;
    descendant_count: number;
    total_position_count: number;
};
export type OrgUnitsUpdateInput = {
    parent_id?: Uuid | null | undefined;
    unit_type?: UnitType | undefined;
    code?: string | undefined;
    name?: string | undefined;
    short_name?: string | undefined;
    sort_order?: number | undefined;
    is_active?: boolean | undefined;
    max_weekly_hours?: DecimalText | null | undefined;
    id: Uuid;
};
export type PositionsListInput = {
    page?: number | undefined;
    page_size?: number | undefined;
    ordering?: Ordering<'title' | 'org_unit_id' | 'required_weekly_hours' | 'is_active' | 'notes' | 'created_at' | 'updated_at' | 'id'> | undefined;
    org_unit_id?: Uuid | undefined;
    is_active?: boolean | undefined;
    coverage_state?: CoverageState | undefined;
    search?: string | undefined;
    eligible_for_employee?: Uuid | undefined;
};
export type PositionRow = {
    id: Uuid;
    org_unit_id: Uuid;
    org_unit_name: string;
    title: string;
    required_weekly_hours: DecimalText;
    is_active: boolean;
    coverage_state: CoverageState;
    assigned_hours: DecimalText;
    assignment_count: number;
    is_eligible: boolean | null;
    missing_tags: string[] | null;
    notes: string;
    created_at: Instant;
    updated_at: Instant;
    required_tags: Array<{
        name: string;
        category: TagCategory;
        is_mandatory: boolean;
    }> | null;
};
export type PositionsCreateInput = {
    org_unit_id: Uuid;
    title: string;
    required_weekly_hours: DecimalText;
    is_active?: boolean | undefined;
    notes?: string | undefined;
};
export type AssignmentRow = {
    id: Uuid;
    employee: Uuid;
    employee_name: string;
    position_id: Uuid;
    effective_hours: DecimalText;
    is_reinforcement: boolean;
    status: AssignmentStatus;
    effective_date: DateText | null;
    end_date: DateText | null;
    created_at: Instant;
    position_title: string;
    org_unit_name: string;
};
export type PositionDetail = {
    id: Uuid;
    org_unit_id: Uuid;
    org_unit_name: string;
    title: string;
    required_weekly_hours: DecimalText;
    is_active: boolean;
    coverage_state: CoverageState;
    assigned_hours: DecimalText;
    assignment_count: number;
    is_eligible: boolean | null;
    missing_tags: string[] | null;
    notes: string;
    created_at: Instant;
    updated_at: Instant;
    required_tags: Array<{
        id: Uuid;
        tag_id: Uuid;
        tag_name: string;
        tag_category: TagCategory;
        is_mandatory: boolean;
    }>;
    assignments: AssignmentRow[];
};
export type PositionsUpdateInput = {
    org_unit_id?: Uuid | undefined;
    title?: string | undefined;
    required_weekly_hours?: DecimalText | undefined;
    is_active?: boolean | undefined;
    notes?: string | undefined;
    id: Uuid;
};
export type PositionsDuplicateInput = {
    title?: string | undefined;
    required_weekly_hours?: DecimalText | undefined;
    is_active?: boolean | undefined;
    notes?: string | undefined;
    id: Uuid;
};
export type CoverageSummary = {
    global: {
        total_positions: number;
        covered_positions: number;
        partial_positions: number;
        vacant_positions: number;
        over_covered_positions: number;
        total_required_hours: DecimalText;
        total_assigned_hours: DecimalText;
        coverage_pct: DecimalText;
    };
    by_unit: Array<{
        org_unit_id: Uuid;
        org_unit_name: string;
        org_unit_type: UnitType;
        parent_id: Uuid | null;
        position_count: number;
        covered: number;
        partial: number;
        vacant: number;
        over_covered: number;
        required_hours: DecimalText;
        assigned_hours: DecimalText;
        coverage_pct: DecimalText;
        employee_breakdown: {
            active: number;
            on_leave: number;
            other: number;
        };
    }>;
};
export type AssignmentsListInput = {
    page?: number | undefined;
    page_size?: number | undefined;
    ordering?: Ordering<'created_at' | 'employee' | 'position_id' | 'effective_hours' | 'is_reinforcement' | 'status' | 'effective_date' | 'end_date' | 'end_reason' | 'suspended_at' | 'notes' | 'updated_at' | 'id'> | undefined;
    employee?: Uuid | undefined;
    position_id?: Uuid | undefined;
    status?: AssignmentStatus | undefined;
    employee__employee_number?: string | undefined;
    search?: string | undefined;
};
export type AssignmentsCreateInput = {
    employee: Uuid;
    position_id: Uuid;
    effective_hours: DecimalText;
    effective_date?: DateText | null | undefined;
    notes?: string | undefined;
    is_reinforcement?: boolean | undefined;
};
export type AssignmentDetail = {
    id: Uuid;
    employee: Uuid;
    employee_name: string;
    position_id: Uuid;
    effective_hours: DecimalText;
    is_reinforcement: boolean;
    status: AssignmentStatus;
    effective_date: DateText | null;
    end_date: DateText | null;
    created_at: Instant;
    end_reason: string;
    suspended_at: Instant | null;
    notes: string;
    updated_at: Instant;
};
export type AssignmentsUpdateInput = {
    employee?: Uuid | undefined;
    position_id?: Uuid | undefined;
    effective_hours?: DecimalText | undefined;
    effective_date?: DateText | null | undefined;
    notes?: string | undefined;
    is_reinforcement?: boolean | undefined;
    id: Uuid;
};
export type AssignmentsEndInput = {
    id: Uuid;
    end_reason?: EndReason | undefined;
    notes?: string | undefined;
};
export type AssignmentsTransitionsInput = {
    page?: number | undefined;
    page_size?: number | undefined;
    ordering?: Ordering<'created_at' | 'employee' | 'actor' | 'transition' | 'from_status' | 'to_status' | 'reason' | 'id'> | undefined;
    id: Uuid;
};
export type AssignmentsPreviewInput = {
    employee: Uuid;
    position_id: Uuid;
    effective_hours: DecimalText;
};
export type Violation = {
    rule_code: RuleCode;
    message: string;
    missing_tags?: string[];
};
export type AssignmentPreview = {
    assignment: {
        employee: Uuid;
        employee_name: string;
        position_id: Uuid;
        effective_hours: DecimalText;
    };
    is_valid: boolean;
    violations: {
        blocking: Violation[];
        warnings: Violation[];
        info: Violation[];
    };
};
export type HoursBalance = {
    employee_id: Uuid;
    period: {
        start_date: DateText;
        end_date: DateText;
    };
    pool: {
        base_hours: DecimalText;
        adjustment_delta: DecimalText;
        effective_hours: DecimalText;
    };
    consumption: {
        assigned_hours: DecimalText;
        assignment_count: number;
    };
    balance: DecimalText;
    state: BalanceState;
    computed_at: Instant;
    tags: string[];
    error: 'NO_ACTIVE_TAGS' | null;
};
export type HoursSimulateInput = {
    employee_id: Uuid;
    additional_hours: DecimalText;
    reference_date?: DateText | undefined;
};
export type HoursSimulation = {
    current_balance: HoursBalance;
    projected_balance: DecimalText;
    projected_state: BalanceState;
    would_exceed_pool: boolean;
};
export type BusinessRule = {
    id: Uuid;
    code: string;
    name: string;
    severity: Severity;
    threshold: DecimalText | null;
    enabled: boolean;
    description: string;
    created_at: Instant;
    updated_at: Instant;
};
export type Health = {
    status: 'healthy';
    database: 'connected';
    timestamp: Instant;
    version?: string;
};
export type User = {
    sub: Uuid;
    email: string;
    given_name: string;
    family_name: string;
    role: Role;
    email_verified: boolean;
    is_staff: boolean;
};
export type PersonalData = {
    email: string;
    given_name: string;
    family_name: string;
    role: Role;
    date_joined: Instant;
    last_login: Instant | null;
};
/** Every procedure, by resource. */
export type Procedures = {
    employees: {
        /** List employees: `GET /api/v1/employees/` */
        list: {
            query(input?: EmployeesListInput, options?: CallOptions): Promise<Page<EmployeeRow>>;
        };
        /** Create an employee: `POST /api/v1/employees/` */
        create: {
            mutate(input: EmployeesCreateInput, options?: CallOptions): Promise<EmployeeDetail>;
        };
        /** Show an employee: `GET /api/v1/employees/{id}/` */
        get: {
            query(input: {
                id: Uuid;
            }, options?: CallOptions): Promise<EmployeeDetail>;
        };
        /** Change an employee: `PATCH /api/v1/employees/{id}/` */
        update: {
            mutate(input: EmployeesUpdateInput, options?: CallOptions): Promise<EmployeeDetail>;
        };
        /** Activate an employee: `POST /api/v1/employees/{id}/activate/` */
        activate: {
            mutate(input: {
                id: Uuid;
                reason?: string | undefined;
            }, options?: CallOptions): Promise<EmployeeDetail>;
        };
        /** Propose an assignment or a transfer: `POST /api/v1/employees/{id}/propose/` */
        propose: {
            mutate(input: EmployeesProposeInput, options?: CallOptions): Promise<EmployeeDetail>;
        };
        /** Accept the proposal: `POST /api/v1/employees/{id}/accept-proposal/` */
        accept_proposal: {
            mutate(input: {
                id: Uuid;
                reason?: string | undefined;
            }, options?: CallOptions): Promise<EmployeeDetail>;
        };
        /** Reject the proposal: `POST /api/v1/employees/{id}/reject-proposal/` */
        reject_proposal: {
            mutate(input: {
                id: Uuid;
                reason?: string | undefined;
            }, options?: CallOptions): Promise<EmployeeDetail>;
        };
        /** Cancel the proposal: `POST /api/v1/employees/{id}/cancel-proposal/` */
        cancel_proposal: {
            mutate(input: {
                id: Uuid;
                reason?: string | undefined;
            }, options?: CallOptions): Promise<EmployeeDetail>;
        };
        /** Accept the proposal in the employee’s place: `POST /api/v1/employees/{id}/force-accept-proposal/` */
        force_accept_proposal: {
            mutate(input: {
                id: Uuid;
                reason?: string | undefined;
            }, options?: CallOptions): Promise<EmployeeDetail>;
        };
        /** Go on leave: `POST /api/v1/employees/{id}/go-on-leave/` */
        go_on_leave: {
            mutate(input: {
                id: Uuid;
                reason?: string | undefined;
            }, options?: CallOptions): Promise<EmployeeDetail>;
        };
        /** Return from leave: `POST /api/v1/employees/{id}/return-from-leave/` */
        return_from_leave: {
            mutate(input: {
                id: Uuid;
                reason?: string | undefined;
            }, options?: CallOptions): Promise<EmployeeDetail>;
        };
        /** Deactivate an employee: `POST /api/v1/employees/{id}/deactivate/` */
        deactivate: {
            mutate(input: {
                id: Uuid;
                reason?: string | undefined;
            }, options?: CallOptions): Promise<EmployeeDetail>;
        };
        /** Reactivate an employee: `POST /api/v1/employees/{id}/reactivate/` */
        reactivate: {
            mutate(input: {
                id: Uuid;
                reason?: string | undefined;
            }, options?: CallOptions): Promise<EmployeeDetail>;
        };
        /** Terminate an employee: `POST /api/v1/employees/{id}/terminate/` */
        terminate: {
            mutate(input: {
                id: Uuid;
                reason?: string | undefined;
            }, options?: CallOptions): Promise<EmployeeDetail>;
        };
        /** Rehire an employee: `POST /api/v1/employees/{id}/rehire/` */
        rehire: {
            mutate(input: {
                id: Uuid;
                reason?: string | undefined;
            }, options?: CallOptions): Promise<EmployeeDetail>;
        };
        /** List an employee’s transitions: `GET /api/v1/employees/{id}/transitions/` */
        transitions: {
            query(input: EmployeesTransitionsInput, options?: CallOptions): Promise<Page<OwnTransition>>;
        };
        /** Name the transitions that the employee’s status allows: `GET /api/v1/employees/{id}/available-transitions/` */
        available_transitions: {
            query(input: {
                id: Uuid;
            }, options?: CallOptions): Promise<{
                status: EmployeeStatus;
                transitions: EmployeeTransition[];
            }>;
        };
    };
    transitions: {
        /** List the transitions of all employees and assignments: `GET /api/v1/transitions/` */
        list: {
            query(input?: TransitionsListInput, options?: CallOptions): Promise<Page<Transition>>;
        };
        /** Show one transition: `GET /api/v1/transitions/{id}/` */
        get: {
            query(input: {
                id: number;
            }, options?: CallOptions): Promise<Transition>;
        };
    };
    tag_change_logs: {
        /** List the changes of employee tags: `GET /api/v1/tag-change-logs/` */
        list: {
            query(input?: TagChangeLogsListInput, options?: CallOptions): Promise<Page<TagChange>>;
        };
        /** Show one change of an employee tag: `GET /api/v1/tag-change-logs/{id}/` */
        get: {
            query(input: {
                id: number;
            }, options?: CallOptions): Promise<TagChange>;
        };
    };
    tags: {
        /** List the tag catalogue: `GET /api/v1/tags/` */
        list: {
            query(input?: TagsListInput, options?: CallOptions): Promise<Page<Tag>>;
        };
        /** Create a tag: `POST /api/v1/tags/` */
        create: {
            mutate(input: TagsCreateInput, options?: CallOptions): Promise<Tag>;
        };
        /** Show a tag: `GET /api/v1/tags/{id}/` */
        get: {
            query(input: {
                id: Uuid;
            }, options?: CallOptions): Promise<Tag>;
        };
        /** Change a tag: `PATCH /api/v1/tags/{id}/` */
        update: {
            mutate(input: TagsUpdateInput, options?: CallOptions): Promise<Tag>;
        };
        /** Delete a tag: `DELETE /api/v1/tags/{id}/` */
        delete: {
            mutate(input: {
                id: Uuid;
            }, options?: CallOptions): Promise<void>;
        };
    };
    employee_tags: {
        /** List the tags that employees hold: `GET /api/v1/employee-tags/` */
        list: {
            query(input?: EmployeeTagsListInput, options?: CallOptions): Promise<Page<EmployeeTag>>;
        };
        /** Give an employee a tag: `POST /api/v1/employee-tags/` */
        create: {
            mutate(input: EmployeeTagsCreateInput, options?: CallOptions): Promise<EmployeeTag>;
        };
        /** Show an employee tag: `GET /api/v1/employee-tags/{id}/` */
        get: {
            query(input: {
                id: Uuid;
            }, options?: CallOptions): Promise<EmployeeTag>;
        };
        /** Change an employee tag: `PATCH /api/v1/employee-tags/{id}/` */
        update: {
            mutate(input: EmployeeTagsUpdateInput, options?: CallOptions): Promise<EmployeeTag>;
        };
        /** Revoke an employee tag: `DELETE /api/v1/employee-tags/{id}/` */
        delete: {
            mutate(input: {
                id: Uuid;
            }, options?: CallOptions): Promise<void>;
        };
    };
    position_tags: {
        /** List the tags that positions require: `GET /api/v1/position-tags/` */
        list: {
            query(input?: PositionTagsListInput, options?: CallOptions): Promise<Page<PositionTag>>;
        };
        /** Require a tag of a position: `POST /api/v1/position-tags/` */
        create: {
            mutate(input: PositionTagsCreateInput, options?: CallOptions): Promise<PositionTag>;
        };
        /** Show a position tag: `GET /api/v1/position-tags/{id}/` */
        get: {
            query(input: {
                id: Uuid;
            }, options?: CallOptions): Promise<PositionTag>;
        };
        /** Change whether a required tag is mandatory: `PATCH /api/v1/position-tags/{id}/` */
        update: {
            mutate(input: PositionTagsUpdateInput, options?: CallOptions): Promise<PositionTag>;
        };
        /** Require a tag no longer: `DELETE /api/v1/position-tags/{id}/` */
        delete: {
            mutate(input: {
                id: Uuid;
            }, options?: CallOptions): Promise<void>;
        };
    };
    org_units: {
        /** List org units: `GET /api/v1/org-units/` */
        list: {
            query(input?: OrgUnitsListInput, options?: CallOptions): Promise<Page<OrgUnitRow>>;
        };
        /** Create an org unit: `POST /api/v1/org-units/` */
        create: {
            mutate(input: OrgUnitsCreateInput, options?: CallOptions): Promise<OrgUnitDetail>;
        };
        /** Show an org unit: `GET /api/v1/org-units/{id}/` */
        get: {
            query(input: {
                id: Uuid;
            }, options?: CallOptions): Promise<OrgUnitDetail>;
        };
        /** Change or move an org unit: `PATCH /api/v1/org-units/{id}/` */
        update: {
            mutate(input: OrgUnitsUpdateInput, options?: CallOptions): Promise<OrgUnitDetail>;
        };
        /** Deactivate an org unit: `DELETE /api/v1/org-units/{id}/` */
        delete: {
            mutate(input: {
                id: Uuid;
            }, options?: CallOptions): Promise<void>;
        };
    };
    positions: {
        /** List positions with their coverage: `GET /api/v1/demand/` */
        list: {
            query(input?: PositionsListInput, options?: CallOptions): Promise<Page<PositionRow>>;
        };
        /** Create a position: `POST /api/v1/demand/` */
        create: {
            mutate(input: PositionsCreateInput, options?: CallOptions): Promise<PositionRow>;
        };
        /** Show a position with its active assignments: `GET /api/v1/demand/{id}/` */
        get: {
            query(input: {
                id: Uuid;
                eligible_for_employee?: Uuid | undefined;
            }, options?: CallOptions): Promise<PositionDetail>;
        };
        /** Change a position: `PATCH /api/v1/demand/{id}/` */
        update: {
            mutate(input: PositionsUpdateInput, options?: CallOptions): Promise<PositionDetail>;
        };
        /** Deactivate a position: `DELETE /api/v1/demand/{id}/` */
        delete: {
            mutate(input: {
                id: Uuid;
            }, options?: CallOptions): Promise<void>;
        };
        /** Copy a position with its required tags: `POST /api/v1/demand/{id}/duplicate/` */
        duplicate: {
            mutate(input: PositionsDuplicateInput, options?: CallOptions): Promise<PositionRow>;
        };
        /** Summarise the coverage of all active positions: `GET /api/v1/demand/coverage-summary/` */
        coverage_summary: {
            query(input?: undefined, options?: CallOptions): Promise<CoverageSummary>;
        };
    };
    assignments: {
        /** List assignments: `GET /api/v1/assignments/` */
        list: {
            query(input?: AssignmentsListInput, options?: CallOptions): Promise<Page<AssignmentRow>>;
        };
        /** Assign an employee to a position: `POST /api/v1/assignments/` */
        create: {
            mutate(input: AssignmentsCreateInput, options?: CallOptions): Promise<AssignmentDetail>;
        };
        /** Show an assignment: `GET /api/v1/assignments/{id}/` */
        get: {
            query(input: {
                id: Uuid;
            }, options?: CallOptions): Promise<AssignmentDetail>;
        };
        /** Change an assignment: `PATCH /api/v1/assignments/{id}/` */
        update: {
            mutate(input: AssignmentsUpdateInput, options?: CallOptions): Promise<AssignmentDetail>;
        };
        /** Suspend an assignment: `POST /api/v1/assignments/{id}/suspend/` */
        suspend: {
            mutate(input: {
                id: Uuid;
                reason?: string | undefined;
            }, options?: CallOptions): Promise<AssignmentDetail>;
        };
        /** Resume an assignment: `POST /api/v1/assignments/{id}/resume/` */
        resume: {
            mutate(input: {
                id: Uuid;
                reason?: string | undefined;
            }, options?: CallOptions): Promise<AssignmentDetail>;
        };
        /** End an assignment: `POST /api/v1/assignments/{id}/end/` */
        end: {
            mutate(input: AssignmentsEndInput, options?: CallOptions): Promise<AssignmentDetail>;
        };
        /** Name the transitions that the assignment’s status allows: `GET /api/v1/assignments/{id}/available-transitions/` */
        available_transitions: {
            query(input: {
                id: Uuid;
            }, options?: CallOptions): Promise<{
                status: AssignmentStatus;
                transitions: AssignmentTransition[];
            }>;
        };
        /** List an assignment’s transitions: `GET /api/v1/assignments/{id}/transitions/` */
        transitions: {
            query(input: AssignmentsTransitionsInput, options?: CallOptions): Promise<Page<OwnTransition>>;
        };
        /** Evaluate an assignment without making it: `POST /api/v1/assignments/preview/` */
        preview: {
            mutate(input: AssignmentsPreviewInput, options?: CallOptions): Promise<AssignmentPreview>;
        };
    };
    hours: {
        /** Show an employee’s hours balance: `GET /api/v1/offer/employees/{employee_id}/balance/` */
        balance: {
            query(input: {
                employee_id: Uuid;
                reference_date?: DateText | undefined;
            }, options?: CallOptions): Promise<HoursBalance>;
        };
        /** Show the hours balances of up to 500 employees: `POST /api/v1/offer/employees/batch-balance/` */
        batch_balance: {
            mutate(input: {
                employee_ids: Uuid[];
                reference_date?: DateText | undefined;
            }, options?: CallOptions): Promise<HoursBalance[]>;
        };
        /** Show what an employee’s balance would be with more hours assigned: `POST /api/v1/offer/employees/{employee_id}/simulate/` */
        simulate: {
            mutate(input: HoursSimulateInput, options?: CallOptions): Promise<HoursSimulation>;
        };
    };
    business_rules: {
        /** List the business rules: `GET /api/v1/business-rules/` */
        list: {
            query(input?: undefined, options?: CallOptions): Promise<BusinessRule[]>;
        };
        /** Show a business rule: `GET /api/v1/business-rules/{id}/` */
        get: {
            query(input: {
                id: Uuid;
            }, options?: CallOptions): Promise<BusinessRule>;
        };
    };
    health: {
        /** Tell whether the service and its database work: `GET /api/health/` */
        check: {
            query(input?: undefined, options?: CallOptions): Promise<Health>;
        };
    };
    auth: {
        /** Sign in: `POST /api/v1/auth/login/` */
        login: {
            mutate(input: {
                email: string;
                password: string;
            }, options?: CallOptions): Promise<{
                user: User;
            }>;
        };
        /** Sign out: `POST /api/v1/auth/logout/` */
        logout: {
            mutate(input?: undefined, options?: CallOptions): Promise<void>;
        };
        /** Show the signed-in user: `GET /api/v1/auth/me/` */
        me: {
            query(input?: undefined, options?: CallOptions): Promise<User>;
        };
        /** Deactivate one’s own account: `POST /api/v1/auth/me/deactivate/` */
        deactivate: {
            mutate(input?: undefined, options?: CallOptions): Promise<void>;
        };
        /** Download one’s own personal data: `GET /api/v1/auth/me/export/` */
        export: {
            query(input?: undefined, options?: CallOptions): Promise<PersonalData>;
        };
    };
};
/** Every list, row by row through all its pages. */
export type Pages = {
    employees(input?: Omit<EmployeesListInput, 'page'>, options?: CallOptions): AsyncIterable<EmployeeRow>;
    employee_transitions(input: Omit<EmployeesTransitionsInput, 'page'>, options?: CallOptions): AsyncIterable<OwnTransition>;
    transitions(input?: Omit<TransitionsListInput, 'page'>, options?: CallOptions): AsyncIterable<Transition>;
    tag_change_logs(input?: Omit<TagChangeLogsListInput, 'page'>, options?: CallOptions): AsyncIterable<TagChange>;
    tags(input?: Omit<TagsListInput, 'page'>, options?: CallOptions): AsyncIterable<Tag>;
    employee_tags(input?: Omit<EmployeeTagsListInput, 'page'>, options?: CallOptions): AsyncIterable<EmployeeTag>;
    position_tags(input?: Omit<PositionTagsListInput, 'page'>, options?: CallOptions): AsyncIterable<PositionTag>;
    org_units(input?: Omit<OrgUnitsListInput, 'page'>, options?: CallOptions): AsyncIterable<OrgUnitRow>;
    positions(input?: Omit<PositionsListInput, 'page'>, options?: CallOptions): AsyncIterable<PositionRow>;
    assignments(input?: Omit<AssignmentsListInput, 'page'>, options?: CallOptions): AsyncIterable<AssignmentRow>;
    assignment_transitions(input: Omit<AssignmentsTransitionsInput, 'page'>, options?: CallOptions): AsyncIterable<OwnTransition>;
    business_rules(input?: undefined, options?: CallOptions): AsyncIterable<BusinessRule>;
};
/** What keeps the cookies where no browser does. One jar is one session: several clients may share it. */
export type CookieJar = {
    /** The `Cookie` header for a request to this address; undefined when no cookie is for it. */
    header(url: URL): string | undefined;
    /** The value of one cookie that goes to this address. */
    get(name: string, url: URL): string | undefined;
    /** Takes the `Set-Cookie` headers of an answer from this address. */
    store(setCookies: readonly string[], url: URL): void;
};
/** An empty jar in memory, for one service: it honours paths, expiry and Secure as RFC 6265 has them. */
export declare function createCookieJar(now?: () => number): CookieJar;
type Facts = {
    status?: number;
    detail?: string;
    fieldErrors?: Record<string, string[]>;
    code?: string;
    retryAfterSeconds?: number;
    aborted?: boolean;
    cause?: unknown;
};
/** Every failure of a call: what the service refused, that it did not answer, or that the caller gave up. */
export declare class CoverageError extends Error {
    readonly name = "CoverageError";
    /** The HTTP status; 0 when there was no answer. */
    readonly status: number;
    /** What the service says in a sentence; undefined where it names fields instead. */
    readonly detail: string | undefined;
    /** Messages by field of a 400, under `non_field_errors` those that belong to no field; else empty. */
    readonly fieldErrors: Record<string, string[]>;
    /** `CONFLICT_HAS_DEPENDENCIES`, where the service gives a code. */
    readonly code: string | undefined;
    /** How long to wait, when the status is 429. */
    readonly retryAfterSeconds: number | undefined;
    /** Whether the caller's signal ended the call; `cause` is then the signal's reason. */
    readonly aborted: boolean;
    constructor(message: string, facts?: Facts);
}
export type CoverageClientOptions = {
    /** Where the service is, such as `https://coverage.clinic.example`: `/trpc` and `/api` lie below. */
    url: string;
    /** Wait and repeat when throttled, as long as the service asks for, or at most so long in all; else a 429 is an error. */
    waitWhenThrottled?: boolean | {
        atMostSeconds: number;
    } | undefined;
    /** Send the calls of one moment in one request. The service counts each of them all the same. */
    batch?: boolean | undefined;
    /** Keeps the cookies; a jar of its own unless given, and in a browser the browser. */
    cookies?: CookieJar | undefined;
    /** Instead of the global `fetch`. */
    fetch?: typeof globalThis.fetch | undefined;
};
/** The service's procedures, and what signs in and out. Every rejection is a `CoverageError`. */
export type CoverageClient = Procedures & {
    login(email: string, password: string, options?: CallOptions): Promise<User>;
    /** Ends the session; no error when it had ended already. */
    logout(options?: CallOptions): Promise<void>;
    me(options?: CallOptions): Promise<User>;
    /** The rows of every list, fetched page by page as they are read: 100 at a time unless `page_size` is given. */
    pages: Pages;
};
/** A client for one user of the service. It signs nobody in by itself; see `login`. */
export declare function createCoverageClient(options: CoverageClientOptions): CoverageClient;
import { Decimal } from 'decimal.js';
/** A decimal of the service as a `Decimal`, to reckon with exactly; `toFixed(2)` gives the text to send. */
export declare const decimal: (text: DecimalText) => Decimal;
export {};
